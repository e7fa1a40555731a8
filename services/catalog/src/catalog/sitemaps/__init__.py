"""What search engines read of the site: which pages there are, and which they are to leave out."""
