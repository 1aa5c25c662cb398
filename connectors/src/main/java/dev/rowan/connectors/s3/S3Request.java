package dev.rowan.connectors.s3;

import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireRequest;
import dev.rowan.cloud.request.PercentEncoding;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// A request about an object of the bucket, or about the bucket if `key` is empty, not yet signed.
record S3Request(String method, String key, SortedMap<String, String> query, Headers headers, Payload body) {

    /// The minimum transfer rate, which determines the timeout.
    private static final int SLOWEST_BYTES_A_SECOND = 128 * 1024;

    private static final Duration MIN_TIMEOUT = Duration.ofSeconds(30);

    S3Request {
        query = Collections.unmodifiableSortedMap(query);
    }

    static S3Request of(String method, String key) {
        return new S3Request(method, key, new TreeMap<>(), Headers.none(), Payload.empty());
    }

    S3Request query(String name, String value) {
        var more = new TreeMap<>(query);
        more.put(name, value);
        return new S3Request(method, key, more, headers, body);
    }

    S3Request with(String header, String value) {
        return new S3Request(method, key, query, headers.with(header, value), body);
    }

    S3Request with(Payload payload) {
        return new S3Request(method, key, query, headers, payload);
    }

    /// The address in the bucket at `root`.
    URI uri(URI root) {
        String text = root + "/" + PercentEncoding.path(key);
        return URI.create(query.isEmpty() ? text : text + "?" + PercentEncoding.query(query));
    }

    WireRequest wire(URI root, List<Credential> credentials) {
        Duration deadline = MIN_TIMEOUT.plusSeconds(body.size() / SLOWEST_BYTES_A_SECOND);
        return new WireRequest(method, uri(root), headers, credentials, body, deadline);
    }
}
