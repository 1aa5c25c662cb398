package dev.rowan.connectors.azureblob;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.connectors.format.ReadableFormat;
import java.util.Set;

/// The source `azure_blob`.
public final class AzureBlobSourcePlugin implements SourcePlugin {
    static final Options OPTIONS =
            AccountReference.OPTIONS.and(BlobName.OPTIONS).and(ReadableFormat.OPTIONS);

    @Override
    public String name() {
        return "azure_blob";
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return "Reads rows from an Azure Storage blob in any file format.";
    }

    @Override
    public Options options() {
        return OPTIONS;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DETERMINISTIC, Capability.CALLS_OUT);
    }

    @Override
    public Source configure(Section options) {
        return ReadableFormat.source(new BlobOrigin(AccountReference.read(options), BlobName.read(options)), options);
    }
}
