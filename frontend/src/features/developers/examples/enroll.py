import base64
import json
import os
import time
import urllib.parse
import urllib.request
import uuid

BASE, BATCH = os.environ["BASE"], os.environ["BATCH"]


def call(method, path, data=None, **headers):
    request = urllib.request.Request(BASE + path, data, headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


pair = f"{os.environ['CLIENT']}:{os.environ['SECRET']}".encode()
form = urllib.parse.urlencode({"grant_type": "client_credentials"}).encode()
basic = {"Authorization": "Basic " + base64.b64encode(pair).decode()}
token = call("POST", "/api/v1/auth/token", form, **basic)["access_token"]
headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

people = [
    {
        "civil_number": "1010101010",
        "name_en": "Sara Salem",
        "name_ar": "سارة سالم",
        "email": "sara@example.com",
        "batch": BATCH,
    }
]
# Sent again with the same key after a broken connection, it makes no second one.
key = {"Idempotency-Key": str(uuid.uuid4())}
body = json.dumps({"rows": people}).encode()
bulk = call("POST", "/api/v1/bulk-enrollments", body, **headers, **key)
path = f"/api/v1/bulk-enrollments/{bulk['id']}"

while bulk["status"] == "checking":
    time.sleep(2)
    bulk = call("GET", path, **headers)

for row in call("GET", f"{path}/rows", **headers)["data"]:
    for error in row["errors"]:
        print(row["number"], error["field"], error["code"], error["message"])

if bulk["valid"] == len(people):
    bulk = call("POST", f"{path}/confirm", b"{}", **headers)
else:
    bulk = call("POST", f"{path}/cancel", **headers)
print(bulk["status"])
