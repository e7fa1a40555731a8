"""`python -m deploy.sandboxes.webpush`"""

import uvicorn

from .app import create_app
from .config import Settings

if __name__ == "__main__":
    settings = Settings()
    print(f"Web Push sandbox on port {settings.port}", flush=True)
    uvicorn.run(
        create_app(),
        host=settings.host,
        port=settings.port,
        access_log=False,
        log_level="warning",
    )
