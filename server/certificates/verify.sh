#!/bin/sh
# 离线核验本存证包，无需联系任何服务器。 Checks this evidence package offline; no server is asked.
# 用法 Usage:  unzip package.asice -d folder && cd folder && sh verify.sh [root-certificate.pem]
# 可选参数：从其他渠道取得的根证书。 Optional argument: the root certificate, obtained over another channel.
# 需要 Needs: sh, openssl 3, sha256sum, base64 (sed, grep, find, sort, cut, wc)
LC_ALL=C
export LC_ALL
unset OPENSSL_CONF SSL_CERT_FILE SSL_CERT_DIR

tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
good() { printf '  OK    %s | %s\n' "$1" "$2"; }
bad() {
  printf '  失败 FAILED  %s | %s\n' "$1" "$2"
  printf '\n结论：核验不通过。 Result: NOT valid.\n'
  exit 1
}
hex() { sha256sum <"$1" | cut -c1-64; }
b64() { openssl dgst -sha256 -binary "$1" | base64 | tr -d '\n'; }

for tool in openssl sha256sum base64 sed grep find sort mktemp; do
  command -v "$tool" >/dev/null 2>&1 || { printf '缺少程序 Missing program: %s\n' "$tool"; exit 2; }
done
case $(openssl version) in
  'OpenSSL 3'* | 'OpenSSL 4'*) ;;
  *) printf '需要 OpenSSL 3 或更新版本 OpenSSL 3 or newer is needed\n'; exit 2 ;;
esac

M1=META-INF/ASiCManifest001.xml
M2=META-INF/ASiCManifest002.xml
TST=META-INF/timestamp001.tst
SIG=META-INF/signature001.p7s
PROOF=log/evidence.tlog-proof
LOGKEY=trust/log.pem

# 1. 包内只有应有的文件 The folder holds what it should, and nothing else.
cat >"$tmp/fixed" <<'LIST'
./META-INF/ASiCManifest001.xml
./META-INF/ASiCManifest002.xml
./META-INF/signature001.p7s
./META-INF/timestamp001.tst
./README.txt
./SHA256SUMS
./certificate.pdf
./evidence.json
./mimetype
./trust/ca.pem
./trust/crl.pem
./trust/seal.pem
./trust/tsa.pem
./verify.sh
LIST
# 早期的包没有日志证明；有则两项都有。 Early packages have no proof of the log; others have both entries.
[ -e "$PROOF" ] || [ -e "$LOGKEY" ] && printf './%s\n./%s\n' "$PROOF" "$LOGKEY" >>"$tmp/fixed"
find . ! -type f ! -type d -print >"$tmp/odd"
[ -s "$tmp/odd" ] && bad '含有链接或特殊文件' 'contains links or special files'
find . -type f -print | sort >"$tmp/all"
# 签章之后补入的文件各自证明自己，见第 6 步。 What was appended after the sealing proves itself, in step 6.
later='^\./(META-INF/(ASiCManifest1[0-9][0-9]\.xml|timestamp1[0-9][0-9]\.tst)|trust/tsa-1[0-9][0-9]\.pem)$'
grep -vE "$later" "$tmp/all" >"$tmp/present"
grep -E "$later" "$tmp/all" >"$tmp/later"
[ "$(find . -type f -print0 | tr -dc '\0' | wc -c)" -eq "$(wc -l <"$tmp/all")" ] || bad '文件名含换行' 'a file name contains a line break'
grep -v '^\./data/' "$tmp/present" >"$tmp/others"
sort "$tmp/fixed" | cmp -s - "$tmp/others" || bad '文件清单不符（多出或缺少文件）' 'unexpected or missing files'
printf 'application/vnd.etsi.asic-e+zip' | cmp -s - mimetype || bad 'mimetype 不符' 'mimetype differs'

# 2. 每个文件的摘要 The digest of every file.
grep -vE '^[0-9a-f]{64}  [^ ]' SHA256SUMS >/dev/null && bad 'SHA256SUMS 格式错误' 'SHA256SUMS is malformed'
cut -c67- SHA256SUMS | sed 's/^/.\//' | sort >"$tmp/listed"
grep -vxF -e ./mimetype -e ./SHA256SUMS -e "./$M2" -e "./$SIG" "$tmp/present" | cmp -s - "$tmp/listed" ||
  bad '有文件未列入 SHA256SUMS' 'SHA256SUMS does not list exactly the files present'
sha256sum -c SHA256SUMS >"$tmp/sums" 2>&1 || { grep -v ': OK$' "$tmp/sums"; bad '文件已被改动' 'a file was altered'; }
good '所有文件与清单摘要一致' 'every file matches its listed digest'

# 3. 时间戳覆盖的清单与声明、原始文件一致 The time-stamped manifest agrees with statement and originals.
references() { sed -n 's/^<asic:DataObjectReference URI="\([^"]*\)" .*<ds:DigestValue>\([^<]*\)<.*$/\2 \1/p' "$1"; }
references "$M1" >"$tmp/m1"
while read -r digest path; do
  [ -f "$path" ] && [ "$(b64 "$path")" = "$digest" ] || bad '清单摘要不符' "manifest digest differs: $path"
done <"$tmp/m1"
{ echo ./evidence.json; grep '^\./data/' "$tmp/present"; } | sort >"$tmp/expected"
cut -d' ' -f2- "$tmp/m1" | sed 's/^/.\//' | sort | cmp -s - "$tmp/expected" || bad '时间戳清单未覆盖全部文件' 'the time-stamped manifest does not cover every file'
good '清单摘要一致' 'manifest digests agree'

sed 's/.*"files":\[\(.*\)\],"hashAlgorithms":\["sha256","sm3"\],.*/\1/' evidence.json | sed 's/},{/}\
{/g' >"$tmp/files"
grep -c . "$tmp/files" >"$tmp/stated"
[ "$(cat "$tmp/stated")" -eq "$(grep -c '^\./data/' "$tmp/present")" ] || bad '声明的文件数不符' 'the statement names another number of files'
while read -r line; do
  path=$(printf '%s\n' "$line" | sed 's/.*"path":"\([^"]*\)".*/\1/')
  [ -f "$path" ] || bad '声明的文件不存在' "stated file is missing: $path"
  printf '%s\n' "$line" | grep -qF "\"path\":\"$path\",\"sha256\":\"$(hex "$path")\",\"size\":$(($(wc -c <"$path"))),\"sm3\":\"" ||
    bad '文件与声明不符' "file differs from the statement: $path"
  sm3=$(openssl dgst -sm3 -r "$path" 2>/dev/null | cut -c1-64)
  if [ -n "$sm3" ]; then
    printf '%s\n' "$line" | grep -qF "\"sm3\":\"$sm3\"" || bad 'SM3 摘要不符' "SM3 differs: $path"
  fi
done <"$tmp/files"
good '原始文件与存证声明一致' 'the originals agree with the statement (evidence.json)'

# 4. 时间戳，按其自身时间核验 The time-stamp, judged at its own time: certificates expire, the instant they attested does not.
openssl ts -reply -token_in -in "$TST" -text >"$tmp/tst" 2>/dev/null || bad '无法读取时间戳' 'the time-stamp cannot be read'
stamp=$(sed -n 's/^Time stamp: //p' "$tmp/tst")
epoch() {
  # shellcheck disable=SC2086 # split into month, day, clock, year on purpose
  set -- $1
  case $1 in
    Jan) m=1 ;; Feb) m=2 ;; Mar) m=3 ;; Apr) m=4 ;; May) m=5 ;; Jun) m=6 ;;
    Jul) m=7 ;; Aug) m=8 ;; Sep) m=9 ;; Oct) m=10 ;; Nov) m=11 ;; Dec) m=12 ;; *) return 1 ;;
  esac
  y=$4
  h=${3%%:*}
  rest=${3#*:}
  mi=${rest%%:*}
  s=${rest#*:}
  [ "$m" -le 2 ] && { y=$((y - 1)); m=$((m + 12)); }
  days=$((365 * y + y / 4 - y / 100 + y / 400 + (153 * (m - 3) + 2) / 5 + $2 - 719469))
  echo $((days * 86400 + ${h#0} * 3600 + ${mi#0} * 60 + ${s#0}))
}
at=$(epoch "$stamp") || bad '时间戳时间无法读取' 'the time of the time-stamp cannot be read'
ca=${1:-trust/ca.pem}
[ -f "$ca" ] || { printf '找不到 Not found: %s\n' "$ca"; exit 2; }
openssl ts -verify -token_in -in "$TST" -data "$M1" -CAfile "$ca" -attime "$at" >"$tmp/out" 2>&1 &&
  grep -q '^Verification: OK' "$tmp/out" || bad '时间戳无效' 'the time-stamp is not valid'
good "时间戳有效：$stamp" 'time-stamp is valid'

# 5. 平台签章覆盖整个包 The platform's seal over the whole package.
[ "$(references "$M2")" = "$(b64 SHA256SUMS) SHA256SUMS" ] || bad '签章清单不符' 'the sealed manifest differs'
printf '%s\n' '<?xml version="1.0" encoding="UTF-8"?>' \
  '<asic:ASiCManifest xmlns:asic="http://uri.etsi.org/02918/v1.2.1#" xmlns:ds="http://www.w3.org/2000/09/xmldsig#">' \
  "<asic:SigReference URI=\"$SIG\" MimeType=\"application/pkcs7-signature\"/>" \
  "<asic:DataObjectReference URI=\"SHA256SUMS\" MimeType=\"text/plain\"><ds:DigestMethod Algorithm=\"http://www.w3.org/2001/04/xmlenc#sha256\"/><ds:DigestValue>$(b64 SHA256SUMS)</ds:DigestValue></asic:DataObjectReference>" \
  '</asic:ASiCManifest>' | cmp -s - "$M2" || bad '签章清单不符' 'the sealed manifest differs'
# openssl 不检查签章中附带的证书、版本号与内嵌时间戳，故逐项检查。 openssl looks at neither the certificates that ride along,
# nor the version numbers, nor the stamp inside the seal: each is checked here.
same_certs() {
  openssl pkcs7 -inform DER -in "$1" -print_certs 2>/dev/null | sed -n '/^-----BEGIN/,/^-----END/p' >"$tmp/found"
  shift
  : >"$tmp/one"
  : >"$tmp/two"
  for c in "$@"; do openssl x509 -in "$c" >>"$tmp/one"; done
  for c in "$@"; do openssl x509 -in "$c" | cat - "$tmp/two" >"$tmp/three" && mv "$tmp/three" "$tmp/two"; done
  cmp -s "$tmp/found" "$tmp/one" || cmp -s "$tmp/found" "$tmp/two"
}
versions() { openssl cms -cmsout -print -noout -inform DER -in "$1" 2>/dev/null | grep -E '^ {4}version: |^ {8}version: ' | tr -d ' \n'; }
# 最外层的三个对象标识 The three identifiers of the outer structure: signed data, its digest, its content type.
outer() { openssl asn1parse -inform DER -in "$1" 2>/dev/null | sed -n 's/.* OBJECT  *://p' | sed -n '1,3p' | tr '\n' ' '; }
# openssl 比较名称时不分大小写；此处要求一致。 openssl compares names without regard to case; here they must be the same.
one_issuer() { [ "$(openssl cms -cmsout -print -noout -nameopt RFC2253 -inform DER -in "$1" 2>/dev/null | sed -n 's/^ *issuer: *//p' | sort -u | wc -l)" -eq 1 ]; }
nulls() { [ "$(grep -c ':rsaEncryption' "$1")" -eq "$(grep -A1 ':rsaEncryption' "$1" | grep -c 'l=   0 prim: NULL')" ]; }
# 取出一段 DER: 偏移、长度  Cuts a piece out of a file: offset, length.
cut_bytes() { dd if="$1" of="$4" bs=1 skip="$2" count="$3" 2>/dev/null; }
field() { printf '%s\n' "$1" | sed -n "s/^ *\([0-9]*\):d=[0-9]* *hl=\([0-9]*\) *l= *\([0-9]*\) .*/\\$2/p"; }

same_certs "$SIG" trust/seal.pem trust/ca.pem || bad '签章中的证书与 trust/ 不符' 'certificates in the seal differ from trust/'
[ "$(versions "$SIG")" = 'version:1version:1' ] && [ "$(outer "$SIG")" = 'pkcs7-signedData sha256 pkcs7-data ' ] || bad '签章结构错误' 'the seal is malformed'
openssl asn1parse -inform DER -in "$SIG" >"$tmp/asn1" 2>/dev/null || bad '签章结构错误' 'the seal is malformed'
one_issuer "$SIG" && nulls "$tmp/asn1" || bad '签章结构错误' 'the seal is malformed'
value=$(grep -B1 'd=5 .*cont \[ 1 \]' "$tmp/asn1" | sed -n '1{/OCTET STRING/p;}')
inner=$(grep -A2 ':id-smime-aa-timeStampToken' "$tmp/asn1" | sed -n '3{/SEQUENCE/p;}')
[ -n "$value" ] && [ -n "$inner" ] || bad '签章缺少时间戳' 'the seal has no time-stamp'
cut_bytes "$SIG" $(($(field "$value" 1) + $(field "$value" 2))) "$(field "$value" 3)" "$tmp/value"
cut_bytes "$SIG" "$(field "$inner" 1)" $(($(field "$inner" 2) + $(field "$inner" 3))) "$tmp/inner"
[ $(($(field "$inner" 1) + $(wc -c <"$tmp/inner"))) -eq $(($(wc -c <"$SIG"))) ] || bad '签章结构错误' 'the seal is malformed'
openssl ts -reply -token_in -in "$tmp/inner" -text >"$tmp/tst" 2>/dev/null || bad '签章时间戳无法读取' 'the stamp in the seal cannot be read'
sealed=$(sed -n 's/^Time stamp: //p' "$tmp/tst")
sealed_at=$(epoch "$sealed") || bad '签章时间戳无法读取' 'the stamp in the seal cannot be read'
openssl ts -verify -token_in -in "$tmp/inner" -data "$tmp/value" -CAfile "$ca" -attime "$sealed_at" >"$tmp/out" 2>&1 &&
  grep -q '^Verification: OK' "$tmp/out" || bad '签章时间戳无效' 'the stamp in the seal is not valid'
openssl cms -verify -binary -inform DER -in "$SIG" -content "$M2" -CAfile "$ca" -attime "$sealed_at" -out /dev/null >/dev/null 2>&1 ||
  bad '平台签章无效' 'the platform seal is not valid'
# 两枚时间戳之间可能更换过密钥：先列证据时间戳的证书，后列签章时间戳的。 The keys may have been renewed between the two stamps:
# the certificate of the evidence's stamp comes first, that of the seal's last.
case $(grep -c '^-----BEGIN' trust/tsa.pem) in 1 | 2) ;; *) bad '时间戳证书不符' 'unexpected time-stamping certificates' ;; esac
sed '/^-----END/q' trust/tsa.pem >"$tmp/tsa1"
sed -n '/^-----BEGIN/{h;d;};H;${x;p;}' trust/tsa.pem >"$tmp/tsa2"
same_certs "$tmp/inner" "$tmp/tsa2" && same_certs "$TST" "$tmp/tsa1" || bad '时间戳中的证书与 trust/ 不符' 'certificates in a stamp differ from trust/'
one_issuer "$tmp/inner" && [ "$(versions "$tmp/inner")" = 'version:3version:1' ] && [ "$(outer "$tmp/inner")" = 'pkcs7-signedData sha256 id-smime-ct-TSTInfo ' ] || bad '签章时间戳结构错误' 'the stamp in the seal is malformed'
openssl crl -in trust/crl.pem -CAfile "$ca" -noout 2>&1 | grep -q 'verify OK' || bad '吊销列表无效' 'the revocation list is not valid'
# 吊销之前的签名仍然有效。 What was signed before a revocation still counts.
not_revoked() {
  serial=$(openssl x509 -in "$1" -noout -serial | cut -d= -f2)
  listed=$(openssl crl -in trust/crl.pem -noout -text | grep -iA1 "Serial Number: *0*$serial\$") || return 0
  since=$(epoch "$(printf '%s\n' "$listed" | sed -n 's/^ *Revocation Date: //p')") && [ "$since" -gt "$2" ] || bad '证书已被吊销' "revoked: $3"
}
not_revoked "$tmp/tsa1" "$at" tsa
not_revoked "$tmp/tsa2" "$sealed_at" tsa
not_revoked trust/seal.pem "$sealed_at" seal
good "平台签章有效：$sealed" 'the platform seal is valid'

# 6. 透明日志：声明与时间戳的摘要是日志树的一片叶子，日志的密钥签署了树根（RFC 6962、C2SP tlog-proof）。
# The transparency log: the digests of statement and time-stamp are a leaf of its tree, whose root the log's key signed.
if [ -f "$PROOF" ]; then
  wrong_log() { bad '日志证明无效' "the proof of the log is not valid: $1"; }
  # 一种写法只有一个含义。 One way of writing, one meaning.
  raw() { printf '%s' "$1" | base64 -d >"$2" 2>/dev/null && [ "$(base64 <"$2" | tr -d '\n')" = "$1" ]; }
  number() { case $1 in '' | *[!0-9]* | 0?* | ????????????????*) return 1 ;; esac; }
  node() { { printf '\001'; cat "$1" "$2"; } | openssl dgst -sha256 -binary >"$tmp/node" && mv "$tmp/node" "$3"; }
  [ "$(LC_ALL=C tr -d '\n\040-\176\200-\377' <"$PROOF" | wc -c)" -eq 0 ] && [ "$(tail -c1 "$PROOF" | od -An -tx1 | tr -d ' ')" = 0a ] || wrong_log text
  sed '/^$/q' "$PROOF" | sed '$d' >"$tmp/way"
  sed '1,/^$/d' "$PROOF" >"$tmp/note"
  sed '/^$/,$d' "$tmp/note" >"$tmp/checkpoint"
  sed '1,/^$/d' "$tmp/note" >"$tmp/signatures"
  [ "$(sed -n 1p "$tmp/way")" = 'c2sp.org/tlog-proof@v1' ] && [ "$(wc -l <"$tmp/checkpoint")" -eq 3 ] && ! grep -qv '^— ' "$tmp/signatures" || wrong_log form
  index=$(sed -n '2s/^index //p' "$tmp/way")
  origin=$(sed -n 1p "$tmp/checkpoint")
  size=$(sed -n 2p "$tmp/checkpoint")
  number "$index" && number "$size" && [ -n "$origin" ] && [ "$index" -lt "$size" ] || wrong_log numbers
  raw "$(sed -n 3p "$tmp/checkpoint")" "$tmp/stated" && [ "$(wc -c <"$tmp/stated")" -eq 32 ] || wrong_log root
  { printf '\000'; printf 'shimakaze-evidence/v1\n%s\n%s\n' "$(hex evidence.json)" "$(hex "$TST")"; } | openssl dgst -sha256 -binary >"$tmp/root"
  place=$index
  last=$((size - 1))
  sed '1,2d' "$tmp/way" >"$tmp/hashes"
  while read -r line; do
    raw "$line" "$tmp/hash" && [ "$(wc -c <"$tmp/hash")" -eq 32 ] && [ "$last" -gt 0 ] || wrong_log hash
    if [ $((place % 2)) -eq 1 ] || [ "$place" -eq "$last" ]; then
      node "$tmp/hash" "$tmp/root" "$tmp/root"
      while [ $((place % 2)) -eq 0 ] && [ "$place" -ne 0 ]; do
        place=$((place / 2))
        last=$((last / 2))
      done
    else
      node "$tmp/root" "$tmp/hash" "$tmp/root"
    fi
    place=$((place / 2))
    last=$((last / 2))
  done <"$tmp/hashes"
  [ "$last" -eq 0 ] && cmp -s "$tmp/root" "$tmp/stated" || wrong_log path
  # 日志的证书由根证书签发，且只用于日志。 The log's certificate was issued by the root, and serves logs alone.
  [ "$(grep -c '^-----BEGIN' "$LOGKEY")" -eq 1 ] && openssl verify -CAfile "$ca" -attime "$sealed_at" "$LOGKEY" >/dev/null 2>&1 || wrong_log certificate
  openssl x509 -in "$LOGKEY" -noout -text >"$tmp/logkey"
  grep -q 'Public Key Algorithm: ED25519' "$tmp/logkey" && grep -q 'Digital Signature' "$tmp/logkey" && grep -q 'CA:FALSE' "$tmp/logkey" && ! grep -q 'Extended Key Usage' "$tmp/logkey" || wrong_log purpose
  not_revoked "$LOGKEY" "$sealed_at" log
  openssl x509 -in "$LOGKEY" -noout -pubkey >"$tmp/logkey.pem"
  openssl pkey -pubin -in "$tmp/logkey.pem" -outform DER | tail -c32 >"$tmp/public"
  { printf '%s\n\001' "$origin"; cat "$tmp/public"; } | openssl dgst -sha256 -binary | head -c4 >"$tmp/keyid"
  # 只看此密钥的签名，其他行留给其他读者。 This key's signature counts; other lines are for other readers.
  : >"$tmp/ours"
  while read -r dash name value; do
    [ "$dash" = '—' ] && raw "$value" "$tmp/line" || wrong_log signature
    [ "$name" = "$origin" ] && head -c4 "$tmp/line" | cmp -s - "$tmp/keyid" && printf '%s\n' "$value" >>"$tmp/ours"
  done <"$tmp/signatures"
  [ "$(wc -l <"$tmp/ours")" -eq 1 ] || wrong_log signature
  base64 -d <"$tmp/ours" | tail -c +5 >"$tmp/signed"
  openssl pkeyutl -verify -rawin -pubin -inkey "$tmp/logkey.pem" -in "$tmp/checkpoint" -sigfile "$tmp/signed" >/dev/null 2>&1 || wrong_log signature
  good "已载入透明日志 $origin：第 $index 条，共 $size 条" "logged as entry $index of $size"
fi

# 7. 第三方时间戳，签章之后补入；每枚覆盖自己的清单，清单指向 ASiCManifest001.xml 与平台的时间戳。 Time-stamps of third parties,
# appended after the sealing: each covers a manifest of its own, which names ASiCManifest001.xml and the platform's stamp.
object() { printf '%s\n' "<asic:DataObjectReference URI=\"$1\" MimeType=\"$2\"><ds:DigestMethod Algorithm=\"http://www.w3.org/2001/04/xmlenc#sha256\"/><ds:DigestValue>$(b64 "$1")</ds:DigestValue></asic:DataObjectReference>"; }
shown() { openssl cms -cmsout -print -noout -nameopt RFC2253 -inform DER -in "$1" 2>/dev/null; }
# 未被签名覆盖的每一处都须是唯一写法。 Whatever no signature covers must have its one form.
stamp_shape() {
  shown "$1" >"$tmp/shown"
  [ "$(sed -n '/^    crls:/{n;p;};/^        unsignedAttrs:/{n;p;}' "$tmp/shown" | tr -d ' \n')" = '<ABSENT><ABSENT>' ] || return 1
  # shellcheck disable=SC2046 # split into algorithms and their parameters on purpose
  set -- "$1" $(sed -n '/^    digestAlgorithms:/,/^    encap/p;/^        digestAlgorithm: /,/^        signedAttrs/p;/^        signatureAlgorithm: /,/^        signature:/p' "$tmp/shown" |
    sed -n 's/^ *algorithm: \([^ ]*\) .*/\1/p;s/^ *parameter: \(.*\)/\1/p')
  [ $# -eq 7 ] && [ "$2" = "$4" ] || return 1
  case "$3 $5" in 'NULL NULL' | '<ABSENT> <ABSENT>' | 'NULL <ABSENT>' | '<ABSENT> NULL') ;; *) return 1 ;; esac
  case "$2 $6 $7" in
    sha[235][581][642]' rsaEncryption NULL' | 'sha256 sha256WithRSAEncryption NULL' | 'sha384 sha384WithRSAEncryption NULL' | 'sha512 sha512WithRSAEncryption NULL') ;;
    'sha256 ecdsa-with-SHA256 <ABSENT>' | 'sha384 ecdsa-with-SHA384 <ABSENT>' | 'sha512 ecdsa-with-SHA512 <ABSENT>') ;;
    *) return 1 ;;
  esac
  [ "$(versions "$1")" = 'version:3version:1' ] && [ "$(outer "$1")" = "pkcs7-signedData $2 id-smime-ct-TSTInfo " ] || return 1
  signer=$(sed -n '/^    signerInfos:/,$s/^ *issuer: *//p' "$tmp/shown")
  [ "$(sed -n '/^    certificates:/,/^    crls:/s/^          issuer: *//p' "$tmp/shown" | grep -cxF "$signer")" -ge 1 ]
}
for n in $(sed -n 's/.*\(1[0-9][0-9]\)\.[a-z]*$/\1/p' "$tmp/later" | sort -u); do
  mn=META-INF/ASiCManifest$n.xml
  tn=META-INF/timestamp$n.tst
  rn=trust/tsa-$n.pem
  [ "$n" -ge 101 ] && [ -f "$mn" ] && [ -f "$tn" ] && [ -f "$rn" ] || bad '第三方时间戳的文件不全' "files of a third party's time-stamp are missing: $n"
  for f in "$mn" "$tn" "$rn"; do [ "$(wc -c <"$f")" -le 1048576 ] || bad '文件过大' "file too large: $f"; done
  {
    printf '%s\n' '<?xml version="1.0" encoding="UTF-8"?>' '<asic:ASiCManifest xmlns:asic="http://uri.etsi.org/02918/v1.2.1#" xmlns:ds="http://www.w3.org/2000/09/xmldsig#">' \
      "<asic:SigReference URI=\"$tn\" MimeType=\"application/vnd.etsi.timestamp-token\"/>"
    object "$M1" text/xml
    object "$TST" application/vnd.etsi.timestamp-token
    object "$rn" application/x-pem-file
    printf '%s\n' '</asic:ASiCManifest>'
  } | cmp -s - "$mn" || bad '第三方时间戳的清单不符' "the manifest of a third party's time-stamp differs: $mn"
  openssl ts -reply -token_in -in "$tn" -text >"$tmp/tst" 2>/dev/null || bad '无法读取第三方时间戳' "a third party's time-stamp cannot be read: $tn"
  third=$(sed -n 's/^Time stamp: //p' "$tmp/tst")
  third_at=$(epoch "$third") || bad '无法读取第三方时间戳' "a third party's time-stamp cannot be read: $tn"
  openssl ts -verify -token_in -in "$tn" -data "$mn" -CAfile "$rn" -partial_chain -attime "$third_at" >"$tmp/out" 2>&1 &&
    grep -q '^Verification: OK' "$tmp/out" || bad '第三方时间戳无效' "a third party's time-stamp is not valid: $tn"
  stamp_shape "$tn" || bad '第三方时间戳结构错误' "a third party's time-stamp is malformed: $tn"
  # 附带的每张证书都须在证书链上。 Each certificate that rides along must be on the path.
  openssl pkcs7 -inform DER -in "$tn" -print_certs 2>/dev/null | sed -n '/^-----BEGIN/,/^-----END/p' >"$tmp/chain"
  openssl cms -verify -noverify -inform DER -in "$tn" -signer "$tmp/signer" -out /dev/null >/dev/null 2>&1
  path=$(openssl verify -show_chain -partial_chain -attime "$third_at" -CAfile "$rn" -untrusted "$tmp/chain" "$tmp/signer" 2>/dev/null | grep -c '^depth=')
  [ "$path" -eq $(($(grep -c '^-----BEGIN' "$tmp/chain") + 1)) ] || bad '第三方时间戳含有不应有的证书' "a third party's time-stamp has certificates that do not belong there: $tn"
  good "第三方时间戳有效：$third" "a third party's time-stamp is valid: $(openssl x509 -in "$tmp/signer" -noout -subject -nameopt RFC2253,utf8,-esc_msb | sed 's/^subject=//;s/[[:cntrl:]]/?/g')"
  if [ $# -gt 0 ] && openssl ts -verify -token_in -in "$tn" -data "$mn" -CAfile "$ca" -partial_chain -attime "$third_at" 2>/dev/null | grep -q '^Verification: OK'; then
    printf '        已使用您提供的根证书。 The root you gave was used.\n'
  else
    printf '        该机构的根证书取自包内，请比对其指纹。 Its root was taken from the package; compare the fingerprint:\n        %s\n' "$(openssl x509 -in "$rn" -noout -fingerprint -sha256 | cut -d= -f2)"
  fi
done

print=$(openssl x509 -in trust/ca.pem -noout -fingerprint -sha256 | cut -d= -f2)
printf '\n根证书 Root certificate SHA-256:\n  %s\n' "$print"
if [ $# -eq 0 ]; then
  printf '  该根证书取自包内。请与平台公布的指纹比对。\n  This root was taken from the package itself. Compare it with the fingerprint the platform publishes.\n'
else
  printf '  已使用您提供的根证书。 The root you gave was used.\n'
fi
printf '\n结论：核验通过。 Result: valid.\n'
printf '另见 certificate.pdf（PDF 阅读器可核验其签章）。 See also certificate.pdf; PDF readers check its seal.\n'
