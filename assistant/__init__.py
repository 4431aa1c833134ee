"""Mars Table: a tabletop assistant for physical play."""
