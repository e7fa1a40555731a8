from kit.testing import service_fixtures

service, client, session, queries, clean = service_fixtures("enrollment")
