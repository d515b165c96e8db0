"""Speed, measured against peers in one run: ratios, since machines are noisy."""
