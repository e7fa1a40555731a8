"""`python -m deploy.sandboxes.sms`"""

import uvicorn

from .app import create_app
from .config import Settings

if __name__ == "__main__":
    settings = Settings()
    print(f"Sandbox of text messages on port {settings.port}", flush=True)
    uvicorn.run(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        access_log=False,
        log_level="warning",
    )
