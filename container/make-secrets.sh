#!/bin/sh
# Makes the secrets that compose.yaml reads: container/make-secrets.sh [folder]. Existing folders are refused.
# Run as root: each file belongs to the user inside the container that reads it, with mode 0600.
set -eu
folder=${1:-secrets}
processes=1000 # `node` in the images of the platform, `seaweed` in the store's
postgres=999

umask 077
mkdir "$folder"
cd "$folder"
random() { openssl rand -hex 24; }

for name in keys-passphrase database-superuser database-admin database-login store-secret-key; do
  random > "$name"
done
cat > pgpass <<END
database:5432:*:shimakaze:$(cat database-login)
database:5432:*:shimakaze_admin:$(cat database-admin)
END
cat > store-identities <<END
{
  "identities": [
    {
      "name": "shimakaze",
      "credentials": [{ "accessKey": "shimakaze", "secretKey": "$(cat store-secret-key)" }],
      "actions": ["Read:shimakaze", "Write:shimakaze", "List:shimakaze"]
    }
  ]
}
END
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj /CN=store \
  -addext subjectAltName=DNS:store -keyout store-key -out store-certificate 2> /dev/null

if [ "$(id -u)" = 0 ]; then
  chown "$processes" ./*
  chown "$postgres" database-*
else
  echo "Not root: give database-* to user $postgres and all other files to user $processes." >&2
fi
