"""Training of networks by self-play, over `forno.batch`. Needs PyTorch."""
