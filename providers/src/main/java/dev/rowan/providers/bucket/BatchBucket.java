package dev.rowan.providers.bucket;

import dev.rowan.api.IoMessages;
import dev.rowan.api.Sha256;
import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.Submission;
import dev.rowan.api.call.FileBody;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.cloud.request.PercentEncoding;
import dev.rowan.cloud.request.XmlReply;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.service.BatchStep;
import dev.rowan.providers.service.IdentitySigner;
import dev.rowan.providers.service.JoinedFile;
import dev.rowan.providers.service.StepTime;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import javax.xml.stream.XMLStreamException;

/// A bucket to which requests of batches are written and from which results are read, by the XML API that S3 and Google
/// Cloud Storage share. `endpoint` is the bucket's address. Each request is sent once; steps of batches are repeated by
/// the caller.
public record BatchBucket(BucketAddress address, ChatEndpoint endpoint) {
    /// More than any known file of results.
    private static final long MAX_OBJECT = 16L << 30;

    private static final int MAX_PAGES = 100;
    private static final Headers JSONL = Headers.of("Content-Type", "application/jsonl");
    private static final BatchStep MAKES = BatchStep.reading(true, StorageErrors::read);
    private static final BatchStep ASKS = BatchStep.reading(false, StorageErrors::read);

    /// The folder of a submission, which ends with a slash.
    public String folder(Submission submission) {
        return address.prefix() + submission.id() + "/";
    }

    /// Writes the requests of a submission to its folder and returns their URI.
    public BatchReply<Optional<String>> upload(Submission submission, Wire wire) {
        BatchReply<String> sent = put(folder(submission) + "requests.jsonl", submission.requests(), wire);
        return sent instanceof BatchReply.Done<String>(var uri, var id)
                ? new BatchReply.Done<>(Optional.of(uri), id)
                : sent.failed();
    }

    /// Writes a file to `key` and returns its URI. Writing it again is harmless.
    private BatchReply<String> put(String key, Path file, Wire wire) {
        Headers headers = JSONL;
        try {
            boolean isHashed = address.scheme().equals("s3");
            headers = isHashed ? headers.with(IdentitySigner.CONTENT_HASH, Sha256.hex(file)) : headers;
        } catch (IOException e) {
            return new BatchReply.NotSent<>("cannot read " + file + ": " + IoMessages.reason(e), false);
        }
        var body = new FileBody(Payload.empty(), file, Payload.empty(), FileBody.Lines.AS_THEY_ARE);
        WireRequest request = request("PUT", key, "", headers, StepTime.TRANSFER);
        WireReply reply = wire.transfer(new Transfer(request, Optional.of(body), Optional.empty(), 0));
        return MAKES.replied(reply, _ -> Optional.of(address.uri(key)));
    }

    /// The keys that start with `prefix`, in order.
    public BatchReply<List<String>> list(String prefix, Wire wire) {
        var keys = new ArrayList<String>();
        Optional<String> next = Optional.empty();
        for (int page = 0; page < MAX_PAGES; page++) {
            var query = new TreeMap<String, String>();
            query.put("list-type", "2");
            query.put("prefix", prefix);
            next.ifPresent(token -> query.put("continuation-token", token));
            WireRequest request = request("GET", "", "?" + PercentEncoding.query(query), Headers.none(), StepTime.STEP);
            BatchReply<XmlReply> reply = ASKS.replied(wire.exchange(request), BatchBucket::xml);
            if (!(reply instanceof BatchReply.Done<XmlReply>(var xml, var _))) {
                return reply.failed();
            }
            xml.items().forEach(item -> keys.add(item.getOrDefault("Key", "")));
            next = xml.find("NextContinuationToken");
            if (next.isEmpty()) {
                return new BatchReply.Done<>(keys.stream().sorted().toList(), Optional.empty());
            }
        }
        return new BatchReply.NotSent<>(address.uri(prefix) + " has too many objects", false);
    }

    private static Optional<XmlReply> xml(WireReply.Complete reply) {
        try {
            return Optional.of(XmlReply.parse(reply.body(), "Contents"));
        } catch (XMLStreamException _) {
            return Optional.empty();
        }
    }

    /// A small object.
    public BatchReply<Payload> get(String key, Wire wire) {
        WireRequest request = request("GET", key, "", Headers.none(), StepTime.STEP);
        return ASKS.replied(wire.exchange(request), reply -> Optional.of(reply.body()));
    }

    /// Writes the objects below `folder` whose keys end with `end` into a file and returns its SHA-256.
    public BatchReply<String> download(String folder, String end, Path into, Wire wire) {
        BatchReply<List<String>> listed = list(folder, wire);
        if (!(listed instanceof BatchReply.Done<List<String>>(var all, var _))) {
            return listed.failed();
        }
        List<WireRequest> requests = all.stream()
                .filter(key -> key.endsWith(end))
                .map(key -> request("GET", key, "", Headers.none(), StepTime.TRANSFER))
                .toList();
        return requests.isEmpty()
                ? new BatchReply.Gone<>("there are no results at " + address.uri(folder))
                : JoinedFile.download(requests, ASKS, MAX_OBJECT, into, wire);
    }

    /// Deletes an object; one that does not exist counts as deleted.
    private BatchReply<Optional<String>> delete(String key, Wire wire) {
        WireRequest request = request("DELETE", key, "", Headers.none(), StepTime.STEP);
        BatchReply<Optional<String>> reply = ASKS.replied(wire.exchange(request), _ -> Optional.of(Optional.empty()));
        return reply instanceof BatchReply.Gone<Optional<String>>
                ? new BatchReply.Done<>(Optional.empty(), Optional.empty())
                : reply;
    }

    /// Deletes the object at `uri`.
    public BatchReply<Optional<String>> deleteUri(String uri, Wire wire) {
        Optional<String> key = address.key(uri);
        return key.isPresent()
                ? delete(key.get(), wire)
                : new BatchReply.NotSent<>(uri + " is not in " + address.uri(""), false);
    }

    /// Deletes all objects whose keys start with `prefix`.
    public BatchReply<Optional<String>> deleteAll(String prefix, Wire wire) {
        BatchReply<List<String>> listed = list(prefix, wire);
        if (!(listed instanceof BatchReply.Done<List<String>>(var keys, var _))) {
            return listed.failed();
        }
        for (String key : keys) {
            BatchReply<Optional<String>> deleted = delete(key, wire);
            if (!(deleted instanceof BatchReply.Done<Optional<String>>)) {
                return deleted;
            }
        }
        return new BatchReply.Done<>(Optional.empty(), Optional.empty());
    }

    private WireRequest request(String method, String key, String query, Headers headers, StepTime time) {
        URI uri = URI.create(endpoint.at("") + "/" + PercentEncoding.path(key) + query);
        return endpoint.extended(
                new WireRequest(method, uri, headers, List.of(endpoint.bearer()), Payload.empty(), time.at(endpoint)));
    }
}
