"""A worker that delivers once: ``python -m tests.workers.mail.sending.deliverer``."""

from workers.deliver.job import deliver

if __name__ == "__main__":
    deliver()
