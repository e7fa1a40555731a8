"""What is printed on a batch's lists."""
