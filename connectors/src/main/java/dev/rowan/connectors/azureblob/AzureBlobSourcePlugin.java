package dev.rowan.connectors.azureblob;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.connectors.format.ReadableFormat;

/// The source `azure_blob`.
public final class AzureBlobSourcePlugin extends DescribedPlugin implements SourcePlugin {
    static final Options OPTIONS =
            AccountReference.OPTIONS.and(BlobName.OPTIONS).and(ReadableFormat.OPTIONS);

    public AzureBlobSourcePlugin() {
        super(
                "azure_blob",
                "1.0",
                "Reads rows from an Azure Storage blob in any file format.",
                Capability.DETERMINISTIC,
                Capability.CALLS_OUT);
    }

    @Override
    public Options options() {
        return OPTIONS;
    }

    @Override
    public Source configure(Section options) {
        return ReadableFormat.source(
                new BlobOrigin(AccountReference.read(options), BlobName.readSource(options)), options);
    }
}
