package dev.rowan.connectors.azureblob;

import dev.rowan.api.Time;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.cloud.request.PercentEncoding;
import dev.rowan.cloud.request.RequestRetry;
import dev.rowan.cloud.request.RetriedRequest;
import dev.rowan.cloud.request.XmlReply;
import dev.rowan.connectors.storage.ObjectVersion;
import dev.rowan.connectors.storage.RangeReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;

/// A REST client for one blob. Owned by the thread of its source or sink.
final class BlobClient implements RangeReader {
    /// The metadata that names the last commit.
    private static final String COMMIT = "x-ms-meta-rowan_commit";

    private final StorageAccount account;
    private final BlobName name;
    private final Wire wire;
    private final Time time;

    BlobClient(StorageAccount account, BlobName name, Wire wire, Time time) {
        this.account = account;
        this.name = name;
        this.wire = wire;
        this.time = time;
    }

    /// The properties of a blob.
    record Properties(String etag, long size, String type, String commit) {
        ObjectVersion version() {
            return new ObjectVersion(etag, size);
        }
    }

    /// The result of a lookup.
    sealed interface Found {
        record Blob(Properties properties) implements Found {}

        record NoBlob(String message) implements Found {}

        record NoContainer(String message) implements Found {}
    }

    /// The precondition of a commit.
    sealed interface Condition {
        record Absent() implements Condition {}

        record Unchanged(String etag) implements Condition {}
    }

    /// The result of a commit.
    sealed interface Committed {
        record As(String etag) implements Committed {}

        /// The precondition failed.
        record Otherwise() implements Committed {}
    }

    @Override
    public String address() {
        return account.address(name.container(), name.encoded());
    }

    @Override
    public Time time() {
        return time;
    }

    @Override
    public String message(WireReply reply) {
        return BlobErrors.message(reply, account, name);
    }

    Found find(int attempts) throws PluginException {
        WireReply.Complete reply = settled(request("HEAD", ""), attempts);
        if (reply.status() == 200) {
            return new Found.Blob(new Properties(
                    etag(reply),
                    reply.headers().first("content-length").map(Long::parseLong).orElse(0L),
                    reply.headers().first("x-ms-blob-type").orElse("BlockBlob"),
                    reply.headers().first(COMMIT).orElse("")));
        }
        if (reply.status() == 404) {
            String why = address() + ": " + message(reply);
            return BlobErrors.code(reply).equals("ContainerNotFound")
                    ? new Found.NoContainer(why)
                    : new Found.NoBlob(why);
        }
        throw new PluginException(address() + ": " + message(reply));
    }

    @Override
    public WireReply range(long from, int length, ObjectVersion version) throws PluginException {
        return exchange(request("GET", "")
                .with("x-ms-range", "bytes=" + from + "-" + (from + length - 1))
                .with("If-Match", version.tag()));
    }

    /// The same container with another blob.
    BlobClient of(String blob) {
        return new BlobClient(account, name.at(blob), wire, time);
    }

    StorageAccount account() {
        return account;
    }

    /// The names and versions of the container's blobs that start with `prefix`.
    List<Listed> list(String prefix) throws PluginException {
        var found = new ArrayList<Listed>();
        Optional<String> next = Optional.empty();
        do {
            String query = "restype=container&comp=list&prefix=" + PercentEncoding.value(prefix)
                    + next.map(marker -> "&marker=" + PercentEncoding.value(marker))
                            .orElse("");
            WireReply.Complete reply = settled(BlobRequest.of("GET", "/" + name.container(), query), RequestRetry.MANY);
            if (reply.status() != 200) {
                throw new PluginException(address() + " cannot be listed: " + message(reply));
            }
            next = page(reply, found);
        } while (next.isPresent());
        return found;
    }

    private Optional<String> page(WireReply.Complete reply, List<Listed> found) throws PluginException {
        try {
            XmlReply page = XmlReply.parse(reply.body(), "Blob");
            for (Map<String, String> blob : page.items()) {
                String tag = blob.getOrDefault("Etag", "").strip();
                found.add(new Listed(
                        blob.getOrDefault("Name", ""),
                        new ObjectVersion(
                                tag.startsWith("\"") ? tag : "\"" + tag + "\"",
                                Long.parseLong(
                                        blob.getOrDefault("Content-Length", "").strip()))));
            }
            return page.find("NextMarker");
        } catch (XMLStreamException | NumberFormatException e) {
            throw new PluginException(address() + " cannot be listed: the service's reply is not a list of blobs", e);
        }
    }

    /// A blob in a listing.
    record Listed(String blob, ObjectVersion version) {}

    /// The blocks of the blob; none if it was uploaded in one piece.
    CommittedBlocks blocks() throws PluginException {
        WireReply.Complete reply = settled(request("GET", "comp=blocklist&blocklisttype=committed"), RequestRetry.MANY);
        if (reply.status() != 200) {
            throw new PluginException(address() + " cannot be resumed: " + message(reply));
        }
        try {
            return CommittedBlocks.parse(reply.body().bytes());
        } catch (XMLStreamException e) {
            throw new PluginException(address() + " cannot be resumed: the service's block list is not valid XML", e);
        }
    }

    /// Uploads a block, which is uncommitted.
    void stage(String id, Payload block) throws PluginException {
        WireReply.Complete reply =
                settled(request("PUT", "comp=block&blockid=" + id).with(block), RequestRetry.MANY);
        if (reply.status() != 201) {
            throw new PluginException(address() + " cannot be written: " + message(reply));
        }
    }

    /// Commits the blocks atomically. After a lost reply, the blob's metadata tells whether the commit succeeded.
    Committed commit(List<String> blocks, String contentType, String mark, Condition condition) throws PluginException {
        BlobRequest request = request("PUT", "comp=blocklist")
                .with("x-ms-blob-content-type", contentType)
                .with(COMMIT, mark)
                .with(Payload.utf8(Blocks.xml(blocks)));
        WireReply.Complete reply = settled(
                switch (condition) {
                    case Condition.Absent() -> request.with("If-None-Match", "*");
                    case Condition.Unchanged(var etag) -> request.with("If-Match", etag);
                },
                RequestRetry.MANY);
        if (reply.status() == 201) {
            return new Committed.As(etag(reply));
        }
        String code = BlobErrors.code(reply);
        if (code.equals("ConditionNotMet") || code.equals("BlobAlreadyExists") || code.equals("BlobNotFound")) {
            return find(RequestRetry.MANY) instanceof Found.Blob(var now)
                            && now.commit().equals(mark)
                    ? new Committed.As(now.etag())
                    : new Committed.Otherwise();
        }
        throw new PluginException(address() + " cannot be written: " + message(reply));
    }

    /// The same account for another blob.
    BlobClient with(BlobName other) {
        return new BlobClient(account, other, wire, time);
    }

    /// Deletes the blob if it exists.
    void delete() throws PluginException {
        WireReply.Complete reply = settled(request("DELETE", ""), RequestRetry.MANY);
        if (reply.status() != 202 && reply.status() != 404) {
            throw new PluginException(address() + " cannot be deleted: " + message(reply));
        }
    }

    /// Creates the container unless it exists.
    void createContainer() throws PluginException {
        var request = BlobRequest.of("PUT", "/" + name.container(), "restype=container");
        WireReply.Complete reply = settled(request, RequestRetry.FEW);
        if (reply.status() != 201 && !BlobErrors.code(reply).equals("ContainerAlreadyExists")) {
            throw new PluginException("container '" + name.container() + "' cannot be created: " + message(reply));
        }
    }

    private BlobRequest request(String method, String query) {
        return BlobRequest.of(method, "/" + name.container() + "/" + name.encoded(), query);
    }

    private WireReply exchange(BlobRequest request) throws PluginException {
        return wire.exchange(request.sign(account, time.instant()));
    }

    private WireReply.Complete settled(BlobRequest request, int most) throws PluginException {
        return completed(RetriedRequest.send(time, most, () -> exchange(request)));
    }

    private WireReply.Complete completed(WireReply reply) throws PluginException {
        if (reply instanceof WireReply.Complete complete) {
            return complete;
        }
        throw new PluginException(address() + ": " + message(reply));
    }

    private String etag(WireReply.Complete reply) throws PluginException {
        return reply.headers()
                .first("etag")
                .orElseThrow(() -> new PluginException(address() + ": the service gave no ETag"));
    }
}
