"""Training of networks by self-play, over `forno.batch`. It needs PyTorch, which nothing else in Forno does."""
