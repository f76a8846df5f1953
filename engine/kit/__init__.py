"""What games share, each to be used or not: options, schema checks, corrections, rule data, phrases, drawing, terminals."""
