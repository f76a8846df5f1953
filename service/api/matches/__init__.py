"""Operations on matches: the lobby, views, acts, orders, logs, pictures, agreements; and the rule sets they use."""
