"""Who is there: one draft for everybody named, called, or speaking."""
