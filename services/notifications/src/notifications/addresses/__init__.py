"""Mail addresses at which nobody is reached, as the mail provider reports them."""
