"""The part of a page's HTML that search engines and messengers read, made for each address."""
