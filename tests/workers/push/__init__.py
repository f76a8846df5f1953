"""Tests of web push."""
