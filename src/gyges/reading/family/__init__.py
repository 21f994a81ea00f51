"""Kin and acquaintances."""
