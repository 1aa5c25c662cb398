package dev.rowan.connectors.s3;

import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.cloud.request.RequestRetry;
import dev.rowan.cloud.request.RetriedRequest;
import dev.rowan.cloud.request.XmlReply;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;

/// A bucket: where it is and how its requests are authorized. `root` is its address without a trailing slash.
record S3Bucket(S3Dialect dialect, S3Location location, URI root, Authorization authorization, Wire wire, Time time) {
    private static final int MAX_OBJECTS = 1_000_000;

    /// An object in a listing.
    record Listed(String key, String etag, long size) {}

    S3Object object(String key) {
        return new S3Object(this, location.at(key));
    }

    /// Sends a request once.
    WireReply exchange(S3Request request) throws PluginException {
        return wire.exchange(authorization.authorize(request, root, time.instant()));
    }

    /// Sends a request with retries.
    WireReply.Complete settled(S3Request request, int most, S3Location about) throws PluginException {
        WireReply reply = RetriedRequest.send(time, most, () -> exchange(request));
        if (reply instanceof WireReply.Complete complete) {
            return complete;
        }
        throw new PluginException(about + ": " + message(reply));
    }

    String message(WireReply reply) {
        return new S3Errors(this).message(reply);
    }

    XmlReply xml(WireReply.Complete reply, String item, S3Location about) throws PluginException {
        if (reply.status() != 200) {
            throw new PluginException(about + ": " + message(reply));
        }
        try {
            return XmlReply.parse(reply.body(), item);
        } catch (XMLStreamException e) {
            throw new PluginException(about + ": the service's reply is not valid XML", e);
        }
    }

    /// The objects whose keys start with `prefix`, without those in "directories" below it unless `deep`.
    List<Listed> list(String prefix, boolean deep) throws PluginException {
        var found = new ArrayList<Listed>();
        Optional<String> next = Optional.empty();
        do {
            S3Request request = S3Request.of("GET", "").query("list-type", "2").query("prefix", prefix);
            request = deep ? request : request.query("delimiter", "/");
            request = next.isPresent() ? request.query("continuation-token", next.get()) : request;
            S3Location about = location.at(prefix);
            XmlReply page = xml(settled(request, RequestRetry.MANY, about), "Contents", about);
            for (Map<String, String> item : page.items()) {
                found.add(listed(item, about));
            }
            if (found.size() > MAX_OBJECTS) {
                throw new PluginException(about + " has more than " + MAX_OBJECTS + " objects; narrow 'path'");
            }
            next = page.find("IsTruncated").filter("true"::equals).isPresent()
                    ? page.find("NextContinuationToken")
                    : Optional.empty();
        } while (next.isPresent());
        return found;
    }

    private static Listed listed(Map<String, String> item, S3Location about) throws PluginException {
        try {
            return new Listed(
                    item.getOrDefault("Key", ""),
                    item.getOrDefault("ETag", "").strip(),
                    Long.parseLong(item.getOrDefault("Size", "").strip()));
        } catch (NumberFormatException e) {
            throw new PluginException(about + ": the service gave an object without a size", e);
        }
    }
}
