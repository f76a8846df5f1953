"""Parts that games may share: options, schema checks, rule data, phrases, drawing, terminals."""
