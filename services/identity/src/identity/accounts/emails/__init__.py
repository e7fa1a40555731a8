"""The address of an account, and how it gets another one."""
