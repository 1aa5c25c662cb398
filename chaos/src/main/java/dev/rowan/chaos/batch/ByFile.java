package dev.rowan.chaos.batch;

import dev.rowan.api.batch.BatchCapable;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.Submission;
import dev.rowan.api.plugin.Transform;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/// Sends small batches to Gemini as a file, like large ones: the service is given a number of requests that would
/// not fit into the body of a create request.
final class ByFile {
    private static final int MANY = 10_000_000;

    private ByFile() {}

    static Pipeline in(Pipeline pipeline) {
        return pipeline.withTransforms(
                pipeline.transforms().stream().map(ByFile::node).toList());
    }

    private static TransformNode node(TransformNode node) {
        return node.transform() instanceof BatchCapable ? node.with(transform(node.transform())) : node;
    }

    private static Transform transform(Transform transform) {
        return (Transform) passing(
                transform,
                transform.getClass().getInterfaces(),
                given -> given,
                result -> result instanceof BatchService service ? service(service) : result);
    }

    private static Object service(BatchService service) {
        return passing(
                service,
                new Class<?>[] {BatchService.class},
                given -> given instanceof Submission(var id, var tag, var requests, var _, var bytes, var earlier)
                        ? new Submission(id, tag, requests, MANY, bytes, earlier)
                        : given,
                result -> result);
    }

    private interface Change {
        Object of(Object given);
    }

    private static Object passing(Object object, Class<?>[] types, Change given, Change result) {
        return Proxy.newProxyInstance(ByFile.class.getClassLoader(), types, (_, method, arguments) -> {
            Object[] changed = arguments == null ? new Object[0] : arguments.clone();
            for (int i = 0; i < changed.length; i++) {
                changed[i] = changed[i] == null ? null : given.of(changed[i]);
            }
            try {
                Object answer = method.invoke(object, changed);
                return answer == null ? null : result.of(answer);
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        });
    }
}
