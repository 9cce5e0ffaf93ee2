"""Adapters to other libraries. Each needs its library, and says so if it is missing."""
