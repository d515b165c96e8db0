"""Settings of all tests."""

from hypothesis import settings

# Machines are noisy: no law fails because one example was slow.
settings.register_profile("wildmix", deadline=None)
settings.load_profile("wildmix")
