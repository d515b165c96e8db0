"""The editor's desk: a local web application on the workspace. `wildmix desk` starts it."""
