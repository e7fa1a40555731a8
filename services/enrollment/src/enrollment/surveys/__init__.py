"""Anonymous surveys about finished batches."""
