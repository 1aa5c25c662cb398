package dev.rowan.connectors.azureblob;

import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.sas.BlobContainerSasPermission;
import com.azure.storage.blob.sas.BlobServiceSasSignatureValues;
import com.azure.storage.common.sas.SasProtocol;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/// Shared access signatures, created by the official client.
final class SasTokens {
    private SasTokens() {}

    static String reading(BlobContainerClient container) {
        return of(container, new BlobContainerSasPermission().setReadPermission(true));
    }

    static String writing(BlobContainerClient container) {
        return of(
                container,
                new BlobContainerSasPermission()
                        .setReadPermission(true)
                        .setCreatePermission(true)
                        .setWritePermission(true));
    }

    private static String of(BlobContainerClient container, BlobContainerSasPermission permission) {
        return container.generateSas(new BlobServiceSasSignatureValues(
                        OffsetDateTime.now(ZoneOffset.UTC).plusHours(1), permission)
                .setProtocol(SasProtocol.HTTPS_HTTP));
    }
}
