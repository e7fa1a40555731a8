TOKEN=$(curl -sSf -u "$CLIENT:$SECRET" -d grant_type=client_credentials \
  "$BASE/api/v1/auth/token" |
  python3 -c 'import json, sys; print(json.load(sys.stdin)["access_token"])')
