package dev.rowan.connectors.azureblob;

import dev.rowan.api.Time;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.plugin.PluginException;
import java.util.List;
import javax.xml.stream.XMLStreamException;

/// A REST client for one blob. Owned by the thread of its source or sink.
final class BlobClient {
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
    record Properties(String etag, long size, String type, String commit) {}

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

    String address() {
        return account.address(name.container(), name.encoded());
    }

    Time time() {
        return time;
    }

    String message(WireReply reply) {
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

    /// Requests a range of the blob once, with `If-Match`.
    WireReply range(long from, int length, String etag) {
        return exchange(request("GET", "")
                .with("x-ms-range", "bytes=" + from + "-" + (from + length - 1))
                .with("If-Match", etag));
    }

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

    private WireReply exchange(BlobRequest request) {
        return wire.exchange(request.sign(account, time.instant()));
    }

    /// Sends a request with retries. An interrupt does not abort it, since that would leave work half done; it is
    /// restored afterwards.
    private WireReply.Complete settled(BlobRequest request, int most) throws PluginException {
        var attempts = new RequestRetry(time, most);
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                WireReply reply = exchange(request);
                interrupted |= Thread.interrupted();
                boolean over = !RequestRetry.mayHelp(reply) && !RequestRetry.isInterruption(reply);
                try {
                    over = over || !attempts.again(reply);
                } catch (InterruptedException _) {
                    interrupted = true;
                }
                if (over) {
                    return completed(reply);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
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
