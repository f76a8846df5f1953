"""What requests and answers look like, as marshmallow schemas: the OpenAPI document is made from them."""
