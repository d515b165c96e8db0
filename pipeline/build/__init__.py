"""The whole pipeline on a workspace, stage by stage: what `wildmix build` and other faces run."""
