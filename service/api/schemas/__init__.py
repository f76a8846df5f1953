"""What requests and responses look like, as marshmallow schemas: the OpenAPI document is made from them."""
