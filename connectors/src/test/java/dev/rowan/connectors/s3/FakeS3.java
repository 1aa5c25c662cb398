package dev.rowan.connectors.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import java.io.ByteArrayOutputStream;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/// An S3 service in memory that takes parts of any size: for crash tests, which need many uploads.
final class FakeS3 implements Wire {
    private static final Pattern PART = Pattern.compile("<PartNumber>(\\d+)</PartNumber><ETag>([^<]*)</ETag>");

    private final Map<String, Stored> objects = new HashMap<>();
    private final Map<String, Upload> uploads = new HashMap<>();
    private int uploaded;

    private record Stored(Payload content, String writer) {
        byte[] bytes() {
            return content.bytes();
        }
    }

    private static final class Upload {
        private final String key;
        private final String writer;
        private final TreeMap<Integer, byte[]> parts = new TreeMap<>();

        Upload(String key, String writer) {
            this.key = key;
            this.writer = writer;
        }
    }

    Optional<byte[]> content(String key) {
        return Optional.ofNullable(objects.get(key)).map(Stored::bytes);
    }

    void put(String key, byte[] bytes) {
        objects.put(key, new Stored(Payload.of(bytes), ""));
    }

    int openUploads() {
        return uploads.size();
    }

    @Override
    public WireReply exchange(WireRequest request) {
        String key = URLDecoder.decode(request.uri().getRawPath().replaceFirst("^/[^/]*/?", ""), UTF_8);
        Map<String, String> query = new HashMap<>();
        if (request.uri().getRawQuery() != null) {
            for (String pair : request.uri().getRawQuery().split("&", -1)) {
                String[] parts = pair.split("=", 2);
                query.put(parts[0], URLDecoder.decode(parts.length > 1 ? parts[1] : "", UTF_8));
            }
        }
        return switch (request.method()) {
            case "HEAD" -> objects.containsKey(key) ? found(key, Payload.empty(), 200) : reply(404, "");
            case "GET" -> get(request, key, query);
            case "PUT" -> put(request, key, query);
            case "POST" -> post(request, key, query);
            case "DELETE" -> {
                uploads.remove(query.getOrDefault("uploadId", ""));
                yield reply(204, "");
            }
            default -> reply(405, "");
        };
    }

    private WireReply get(WireRequest request, String key, Map<String, String> query) {
        if (query.containsKey("uploads")) {
            var xml = new StringBuilder("<ListMultipartUploadsResult>");
            uploads.forEach((id, upload) -> xml.append("<Upload><Key>")
                    .append(upload.key)
                    .append("</Key><UploadId>")
                    .append(id)
                    .append("</UploadId></Upload>"));
            return reply(200, xml.append("</ListMultipartUploadsResult>").toString());
        }
        if (query.containsKey("uploadId")) {
            Upload upload = uploads.get(query.get("uploadId"));
            if (upload == null) {
                return error(404, "NoSuchUpload");
            }
            var xml = new StringBuilder("<ListPartsResult><IsTruncated>false</IsTruncated>");
            upload.parts.forEach((number, bytes) -> xml.append("<Part><PartNumber>")
                    .append(number)
                    .append("</PartNumber><ETag>")
                    .append(etag(bytes))
                    .append("</ETag><Size>")
                    .append(bytes.length)
                    .append("</Size></Part>"));
            return reply(200, xml.append("</ListPartsResult>").toString());
        }
        if (!objects.containsKey(key)) {
            return error(404, "NoSuchKey");
        }
        byte[] bytes = objects.get(key).bytes();
        String[] range = request.headers()
                .first("Range")
                .orElseThrow()
                .replace("bytes=", "")
                .split("-", -1);
        int from = Integer.parseInt(range[0]);
        int to = Math.min(bytes.length - 1, Integer.parseInt(range[1]));
        return new WireReply.Complete(
                206,
                Headers.of("ETag", etag(bytes)).with("Content-Range", "bytes " + from + "-" + to + "/" + bytes.length),
                Payload.of(java.util.Arrays.copyOfRange(bytes, from, to + 1)),
                Optional.empty(),
                timings());
    }

    private WireReply put(WireRequest request, String key, Map<String, String> query) {
        byte[] bytes = request.body().bytes();
        if (query.containsKey("uploadId")) {
            Upload upload = uploads.get(query.get("uploadId"));
            if (upload == null) {
                return error(404, "NoSuchUpload");
            }
            upload.parts.put(Integer.parseInt(query.getOrDefault("partNumber", "0")), bytes);
            return new WireReply.Complete(
                    200, Headers.of("ETag", etag(bytes)), Payload.empty(), Optional.empty(), timings());
        }
        if (request.headers().has("If-None-Match") && objects.containsKey(key)) {
            return error(412, "PreconditionFailed");
        }
        objects.put(
                key,
                new Stored(
                        Payload.of(bytes),
                        request.headers().first("x-amz-meta-rowan-writer").orElse("")));
        return found(key, Payload.empty(), 200);
    }

    private WireReply post(WireRequest request, String key, Map<String, String> query) {
        if (query.containsKey("uploads")) {
            String id = "upload-" + uploaded++;
            uploads.put(
                    id,
                    new Upload(
                            key,
                            request.headers().first("x-amz-meta-rowan-writer").orElse("")));
            return reply(200, "<R><UploadId>" + id + "</UploadId></R>");
        }
        Upload upload = uploads.get(query.get("uploadId"));
        if (upload == null) {
            return error(404, "NoSuchUpload");
        }
        if (request.headers().has("If-None-Match") && objects.containsKey(key)) {
            return error(412, "PreconditionFailed");
        }
        var all = new ByteArrayOutputStream();
        Matcher named = PART.matcher(request.body().asText());
        while (named.find()) {
            byte[] part = upload.parts.get(Integer.parseInt(named.group(1)));
            if (part == null || !etag(part).equals(named.group(2))) {
                return error(400, "InvalidPart");
            }
            all.writeBytes(part);
        }
        objects.put(key, new Stored(Payload.of(all.toByteArray()), upload.writer));
        uploads.remove(query.get("uploadId"));
        return reply(200, "<CompleteMultipartUploadResult><ETag>x</ETag></CompleteMultipartUploadResult>");
    }

    private WireReply found(String key, Payload body, int status) {
        Stored stored = Objects.requireNonNull(objects.get(key));
        return new WireReply.Complete(
                status,
                Headers.of("ETag", etag(stored.bytes()))
                        .with("Content-Length", String.valueOf(stored.bytes().length))
                        .with("x-amz-meta-rowan-writer", stored.writer()),
                body,
                Optional.empty(),
                timings());
    }

    private static String etag(byte[] bytes) {
        var crc = new CRC32C();
        crc.update(bytes);
        return "\"" + Long.toHexString(crc.getValue()) + "-" + bytes.length + "\"";
    }

    private static WireReply error(int status, String code) {
        return reply(status, "<Error><Code>" + code + "</Code></Error>");
    }

    private static WireReply reply(int status, String xml) {
        return new WireReply.Complete(status, Headers.none(), Payload.utf8(xml), Optional.empty(), timings());
    }

    static Timings timings() {
        return new Timings(Optional.empty(), Optional.empty(), Duration.ZERO);
    }
}
