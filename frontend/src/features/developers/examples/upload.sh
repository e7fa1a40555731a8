printf 'civil_number,name_en,name_ar,email,batch\n1010101010,Sara Salem,سارة سالم,sara@example.com,%s\n' \
  "$BATCH" > people.csv
curl -sSf -H "Authorization: Bearer $TOKEN" -H "Idempotency-Key: people-$(date +%s)" \
  -F file=@people.csv "$BASE/api/v1/bulk-enrollments/files" > bulk.json
ID=$(python3 -c 'import json; print(json.load(open("bulk.json"))["id"])')

# Until it is checked; then its rows with their errors.
curl -sSf -H "Authorization: Bearer $TOKEN" "$BASE/api/v1/bulk-enrollments/$ID"
curl -sSf -H "Authorization: Bearer $TOKEN" "$BASE/api/v1/bulk-enrollments/$ID/rows"

# Nothing is enrolled before it is confirmed; this one is given up.
curl -sSf -X POST -H "Authorization: Bearer $TOKEN" "$BASE/api/v1/bulk-enrollments/$ID/cancel"
