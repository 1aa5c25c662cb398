package dev.rowan.connectors.azureblob;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobClient;
import com.azure.storage.blob.BlobContainerClient;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.connectors.storage.WireSetup;
import dev.rowan.testkit.FaultInjectingSetup;
import dev.rowan.testkit.contract.SinkResumeContract;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/// The resume contract for blobs of either format, against the emulator.
@ExtendWith(AzuriteExtension.class)
abstract class AzureBlobSinkResumeContract extends SinkResumeContract {
    private WireSetup setup;
    private BlobContainerClient container;

    abstract String format();

    @BeforeEach
    void makeContainer(Azurite running) {
        container = running.newContainer();
        setup = running.setup();
    }

    @Override
    protected SinkPlugin plugin() {
        return new AzureBlobSinkPlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("container", "results", "blob", "x", "format", format());
    }

    @Override
    protected Sink sink(Map<String, Object> more, Faults faults) throws Exception {
        var options = new HashMap<String, Object>(options());
        options.put("container", container.getBlobContainerName());
        options.putAll(more);
        Sink sink = plugin().configure(section(options));
        sink.prepare(new FaultInjectingSetup(setup, faults));
        return sink;
    }

    final BlobClient blob() {
        return container.getBlobClient("x");
    }

    @Override
    protected Optional<byte[]> content() {
        return blob().exists() ? Optional.of(blob().downloadContent().toBytes()) : Optional.empty();
    }

    @Override
    protected void put(byte[] bytes) {
        blob().upload(BinaryData.fromBytes(bytes), true);
    }

    @Override
    protected void delete() {
        blob().deleteIfExists();
    }

    /// Closing sends nothing: what is staged and not committed stays so.
    @Override
    protected void crash(Sink sink) throws Exception {
        sink.close();
    }
}
