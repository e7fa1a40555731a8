"""What somebody meant who searched for a word that is nowhere in the catalogue."""
