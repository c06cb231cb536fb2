"""Faster or slower: samples, their statistics, and what they come to."""
