"""Parts that games may share: options, schema checks, corrections, rule data, phrases, drawing, terminals."""
