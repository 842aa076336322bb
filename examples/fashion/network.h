/* SPDX-License-Identifier: MIT */
/*
 * A multilayer perceptron with one hidden layer, trained by stochastic gradient
 * descent: 784 pixels, 128 rectified units, 10 classes.
 */
#ifndef NETWORK_H
#define NETWORK_H

#include "dataset.h"

enum { HIDDEN = 128 };

/* What is learnt; and, in the same shape, the gradient of the loss by it. */
struct weights {
    float hidden[PIXELS][HIDDEN];
    float hidden_bias[HIDDEN];
    float output[HIDDEN][CLASSES];
    float output_bias[CLASSES];
};

struct network {
    struct weights weights;
    struct weights gradient;
    float hidden[BATCH_SIZE][HIDDEN]; /* of the last batch, rectified */
    float output[BATCH_SIZE]
                [CLASSES]; /* of the last batch; probabilities after softmax */
};

/* Returns a network with small random weights, the same ones each time; to be freed
   with free().  Ends the program when there is no memory. */
struct network *network_new(void);

/* The steps of a forward pass over a batch, in this order. */
void network_hidden_layer(struct network *net, const struct batch *batch);
void network_output_layer(struct network *net, const struct batch *batch);
void network_softmax(struct network *net, const struct batch *batch);

/* Mean cross-entropy of the last forward pass, in nats. */
float network_loss(const struct network *net, const struct batch *batch);

/* How many of the batch the last forward pass got right. */
size_t network_hits(const struct network *net, const struct batch *batch);

/* Fill `gradient` from the last forward pass. */
void network_backward(struct network *net, const struct batch *batch);

/* Go `rate` down the gradient. */
void network_step(struct network *net, float rate);

/* The share of a data set that the network gets right, 0 to 1. */
double network_accuracy(struct network *net, const struct dataset *set);

#endif
