package dev.rowan.providers.gemini;

import dev.rowan.api.batch.BatchPage;
import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchTerms;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.batch.Submission;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.ReplyReader;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.providers.chat.Endpoint;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// Batches of this provider.
public final class GeminiBatches implements BatchService {
    private static final BatchTerms TERMS = new BatchTerms(
            "gemini",
            200_000,
            2_000_000_000L,
            new BigDecimal("0.5"),
            Duration.ofSeconds(30),
            Duration.ofHours(50),
            OptionalInt.empty(),
            OptionalInt.of(100),
            true);

    private final Endpoint endpoint;
    private final String model;
    private final ReplyReader receipts;

    public GeminiBatches(Endpoint endpoint, String model, ReplyReader receipts) {
        this.endpoint = endpoint;
        this.model = model;
        this.receipts = receipts;
    }

    @Override
    public BatchTerms terms() {
        return TERMS;
    }

    @Override
    public String model() {
        return model;
    }

    @Override
    public WireRequest account() {
        throw new UnsupportedOperationException("not yet: " + endpoint.base());
    }

    @Override
    public Optional<String> refusal(byte[] body) {
        return Optional.empty();
    }

    @Override
    public byte[] line(String customId, byte[] body) {
        throw new UnsupportedOperationException("not yet");
    }

    @Override
    public BatchReply<Optional<String>> upload(Submission submission, Wire wire) {
        throw new UnsupportedOperationException("not yet");
    }

    @Override
    public BatchReply<BatchStatus> create(Submission submission, Optional<String> file, Wire wire) {
        throw new UnsupportedOperationException("not yet");
    }

    @Override
    public BatchReply<BatchStatus> status(String batchId, Wire wire) {
        throw new UnsupportedOperationException("not yet");
    }

    @Override
    public BatchReply<BatchPage> list(Optional<String> next, Wire wire) {
        throw new UnsupportedOperationException("not yet");
    }

    @Override
    public BatchReply<BatchStatus> cancel(String batchId, Wire wire) {
        throw new UnsupportedOperationException("not yet");
    }

    @Override
    public BatchReply<String> download(BatchStatus ended, BatchStatus.ResultPart part, Path into, Wire wire) {
        throw new UnsupportedOperationException("not yet");
    }

    @Override
    public BatchReply<Optional<String>> delete(String file, Wire wire) {
        throw new UnsupportedOperationException("not yet");
    }

    @Override
    public Optional<ItemResult> result(byte[] line) {
        throw new UnsupportedOperationException("not yet");
    }

    @Override
    public Receipt receipt(WireReply.Complete reply) {
        return receipts.receipt(reply);
    }
}
