import com.google.cloud.NoCredentials;
import com.google.cloud.storage.HttpStorageOptions;
import com.google.cloud.storage.MultipartUploadClient;
import com.google.cloud.storage.MultipartUploadSettings;
import com.google.cloud.storage.RequestBody;
import com.google.cloud.storage.StorageOptions;
import com.google.cloud.storage.multipartupload.model.CompleteMultipartUploadRequest;
import com.google.cloud.storage.multipartupload.model.CompletedMultipartUpload;
import com.google.cloud.storage.multipartupload.model.CompletedPart;
import com.google.cloud.storage.multipartupload.model.CreateMultipartUploadRequest;
import com.google.cloud.storage.multipartupload.model.ListMultipartUploadsRequest;
import com.google.cloud.storage.multipartupload.model.ListPartsRequest;
import com.google.cloud.storage.multipartupload.model.MultipartUpload;
import com.google.cloud.storage.multipartupload.model.Part;
import com.google.cloud.storage.multipartupload.model.UploadPartRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;

/// Multipart uploads by Google's own client, run as a source file with the client on the class path.
///
/// `ENDPOINT BUCKET upload KEY FILE` uploads a file in two parts; `ENDPOINT BUCKET finish KEY` completes the open upload
/// of the object with the parts that it has.
final class GoogleUploads {
    private final MultipartUploadClient client;
    private final String bucket;

    private GoogleUploads(String endpoint, String bucket) {
        HttpStorageOptions options = StorageOptions.http()
                .setHost(endpoint)
                .setProjectId("test")
                .setCredentials(NoCredentials.getInstance())
                .build();
        this.client = MultipartUploadClient.create(MultipartUploadSettings.of(options));
        this.bucket = bucket;
    }

    public static void main(String[] args) throws Exception {
        var uploads = new GoogleUploads(args[0], args[1]);
        switch (args[2]) {
            case "upload" -> uploads.upload(args[3], Path.of(args[4]));
            case "finish" -> uploads.finish(args[3]);
            default -> throw new IllegalArgumentException(args[2]);
        }
    }

    private void upload(String key, Path file) throws Exception {
        String id = client.createMultipartUpload(CreateMultipartUploadRequest.builder()
                        .bucket(bucket)
                        .key(key)
                        .contentType("text/plain")
                        .build())
                .uploadId();
        byte[] bytes = Files.readAllBytes(file);
        int middle = bytes.length / 2;
        var parts = new ArrayList<CompletedPart>();
        for (int number = 1; number <= 2; number++) {
            int from = number == 1 ? 0 : middle;
            int to = number == 1 ? middle : bytes.length;
            String tag = client.uploadPart(
                            UploadPartRequest.builder()
                                    .bucket(bucket)
                                    .key(key)
                                    .uploadId(id)
                                    .partNumber(number)
                                    .build(),
                            RequestBody.of(java.nio.ByteBuffer.wrap(bytes, from, to - from)))
                    .eTag();
            parts.add(CompletedPart.builder().partNumber(number).eTag(tag).build());
        }
        complete(key, id, parts);
    }

    private void finish(String key) {
        for (MultipartUpload open : client.listMultipartUploads(ListMultipartUploadsRequest.builder()
                        .bucket(bucket)
                        .prefix(key)
                        .build())
                .uploads()) {
            var parts = new ArrayList<CompletedPart>();
            for (Part part : client.listParts(ListPartsRequest.builder()
                            .bucket(bucket)
                            .key(key)
                            .uploadId(open.uploadId())
                            .build())
                    .parts()) {
                System.out.println("part " + part.partNumber() + " of " + part.size() + " bytes");
                parts.add(CompletedPart.builder()
                        .partNumber(part.partNumber())
                        .eTag(part.eTag())
                        .build());
            }
            complete(key, open.uploadId(), parts);
        }
    }

    private void complete(String key, String id, ArrayList<CompletedPart> parts) {
        client.completeMultipartUpload(CompleteMultipartUploadRequest.builder()
                .bucket(bucket)
                .key(key)
                .uploadId(id)
                .multipartUpload(CompletedMultipartUpload.builder().parts(parts).build())
                .build());
    }
}
