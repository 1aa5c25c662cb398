package dev.rowan.connectors.s3;

import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.cloud.request.RequestRetry;
import dev.rowan.cloud.request.XmlReply;
import dev.rowan.connectors.s3.S3Object.Found;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes an object: at once, or in the parts of an upload, which are durable and invisible until it is completed.
///
/// `writer` is in the object's metadata, so that after a lost reply it is known whose object it is; `mustBeNew`
/// refuses to replace one.
record S3Uploads(S3Object object, String mediaType, String writer, boolean mustBeNew) {

    /// An uploaded part.
    record Part(int number, String etag, long size) {}

    /// Whether the service confirmed that it wrote the object. If the reply was lost, the object is there, has this
    /// writer and the right size, and its content is to be verified.
    enum Written {
        CONFIRMED,
        FOUND
    }

    /// Writes a small object at once.
    Written put(Payload content) throws PluginException {
        S3Request request =
                described(S3Request.of("PUT", object.location().key())).with(content);
        WireReply.Complete reply = settled(conditional(request));
        if (reply.status() == 200) {
            return Written.CONFIRMED;
        }
        if (isOurs(reply, content.size())) {
            return Written.FOUND;
        }
        throw failed(reply);
    }

    /// Starts an upload and returns its id.
    String create() throws PluginException {
        S3Request request =
                described(S3Request.of("POST", object.location().key())).query("uploads", "");
        XmlReply reply = object.bucket().xml(settled(request), "", object.location());
        return reply.find("UploadId")
                .orElseThrow(() -> new PluginException(object.address() + ": the service gave no upload id"));
    }

    private S3Request described(S3Request request) {
        return request.with("Content-Type", mediaType).with(object.writerHeader(), writer);
    }

    /// Uploads a part and returns its ETag. A part of the same number is replaced.
    String putPart(String upload, int number, Payload content) throws PluginException {
        S3Request request = S3Request.of("PUT", object.location().key())
                .query("partNumber", String.valueOf(number))
                .query("uploadId", upload)
                .with(content);
        WireReply.Complete reply = settled(request);
        if (reply.status() != 200) {
            throw S3Errors.code(reply).equals("NoSuchUpload") ? vanished() : failed(reply);
        }
        return reply.headers()
                .first("etag")
                .orElseThrow(() -> new PluginException(object.address() + ": the service gave no ETag of a part"));
    }

    /// The parts of an upload in their order; empty if there is no such upload.
    Optional<List<Part>> parts(String upload) throws PluginException {
        var parts = new ArrayList<Part>();
        Optional<String> next = Optional.of("0");
        while (next.isPresent()) {
            S3Request request = S3Request.of("GET", object.location().key())
                    .query("uploadId", upload)
                    .query("part-number-marker", next.get());
            WireReply.Complete reply = settled(request);
            if (reply.status() == 404 && S3Errors.code(reply).equals("NoSuchUpload")) {
                return Optional.empty();
            }
            XmlReply page = object.bucket().xml(reply, "Part", object.location());
            for (Map<String, String> part : page.items()) {
                parts.add(part(part));
            }
            next = next(page, "NextPartNumberMarker");
        }
        return Optional.of(parts);
    }

    private Part part(Map<String, String> fields) throws PluginException {
        try {
            return new Part(
                    Integer.parseInt(fields.getOrDefault("PartNumber", "").strip()),
                    fields.getOrDefault("ETag", "").strip(),
                    Long.parseLong(fields.getOrDefault("Size", "").strip()));
        } catch (NumberFormatException e) {
            throw new PluginException(object.address() + ": the service gave a part without number and size", e);
        }
    }

    private static Optional<String> next(XmlReply page, String marker) {
        return page.find("IsTruncated").filter("true"::equals).isPresent() ? page.find(marker) : Optional.empty();
    }

    /// Completes an upload of `size` bytes with exactly these parts. A success may be an error in disguise, and the
    /// reply may be lost: then the object itself tells.
    Written complete(String upload, List<String> etags, long size) throws PluginException {
        var body = new StringBuilder("<CompleteMultipartUpload>");
        for (int i = 0; i < etags.size(); i++) {
            body.append("<Part><PartNumber>")
                    .append(i + 1)
                    .append("</PartNumber><ETag>")
                    .append(etags.get(i).replace("&", "&amp;").replace("<", "&lt;"))
                    .append("</ETag></Part>");
        }
        S3Request request = S3Request.of("POST", object.location().key())
                .query("uploadId", upload)
                .with("Content-Type", "application/xml")
                .with(Payload.utf8(body.append("</CompleteMultipartUpload>").toString()));
        var attempts = new RequestRetry(object.time(), RequestRetry.MANY);
        while (true) {
            WireReply.Complete reply = settled(conditional(request));
            String code = S3Errors.code(reply);
            if (reply.status() == 200 && code.isEmpty()) {
                return Written.CONFIRMED;
            }
            if (isOurs(reply, size)) {
                return Written.FOUND;
            }
            boolean passing = code.equals("InternalError")
                    || code.equals("SlowDown")
                    || code.equals("ServiceUnavailable")
                    || code.equals("ConditionalRequestConflict");
            if (!passing || !again(attempts, reply)) {
                throw switch (code) {
                    case "NoSuchUpload" -> vanished();
                    case "InvalidPart", "InvalidPartOrder" ->
                        new PluginException(
                                object.address() + " cannot be completed: another process wrote a part of it"
                                        + " meanwhile; let one run at a time write it, and resume");
                    default -> failed(reply);
                };
            }
        }
    }

    private static boolean again(RequestRetry attempts, WireReply reply) throws PluginException {
        try {
            return attempts.again(reply);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private S3Request conditional(S3Request request) {
        return mustBeNew ? object.bucket().dialect().onlyIfAbsent(request) : request;
    }

    /// Whether a refused request was in truth carried out, and its reply lost.
    private boolean isOurs(WireReply.Complete reply, long size) throws PluginException {
        boolean unclear = reply.status() == 412 || reply.status() == 409 || reply.status() == 404;
        return unclear
                && object.find(RequestRetry.MANY) instanceof Found.Present(var version, var by)
                && by.equals(writer)
                && version.size() == size;
    }

    /// Aborts the uploads of this object but `own`; no record knows them.
    void abortOthers(Optional<String> own) throws PluginException {
        S3Location location = object.location();
        S3Request request = S3Request.of("GET", "").query("uploads", "").query("prefix", location.key());
        XmlReply page =
                object.bucket().xml(object.bucket().settled(request, RequestRetry.FEW, location), "Upload", location);
        for (Map<String, String> upload : page.items()) {
            String id = upload.getOrDefault("UploadId", "").strip();
            if (upload.getOrDefault("Key", "").equals(location.key()) && !own.equals(Optional.of(id))) {
                settled(S3Request.of("DELETE", location.key()).query("uploadId", id));
            }
        }
    }

    private WireReply.Complete settled(S3Request request) throws PluginException {
        return object.bucket().settled(request, RequestRetry.MANY, object.location());
    }

    private PluginException vanished() {
        return new PluginException(object.address() + " cannot be written: its upload was aborted by someone else or by"
                + " a lifecycle rule of the bucket; start a new run");
    }

    private PluginException failed(WireReply.Complete reply) {
        return reply.status() == 412 || reply.status() == 409
                ? new PluginException(object.address() + " cannot be created: something else created it just now")
                : new PluginException(object.address() + " cannot be written: " + object.message(reply));
    }
}
