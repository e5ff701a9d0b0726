/* A binary search tree, walked by recursion. */
#include <stddef.h>

struct tree {
    int key;
    struct tree *left;
    struct tree *right;
};

int depth(const struct tree *tree)
{
    int left, right;

    if (tree == NULL)
        return 0;
    left = depth(tree->left);
    right = depth(tree->right);
    return 1 + (left > right ? left : right);
}

int contains(const struct tree *tree, int key)
{
    if (tree == NULL)
        return 0;
    if (key < tree->key)
        return contains(tree->left, key);
    if (key > tree->key)
        return contains(tree->right, key);
    return 1;
}

static int is_between(const struct tree *tree, const int *low, const int *high)
{
    if (tree == NULL)
        return 1;
    if ((low != NULL && tree->key <= *low) || (high != NULL && tree->key >= *high))
        return 0;
    return is_between(tree->left, low, &tree->key) && is_between(tree->right, &tree->key, high);
}

int is_search_tree(const struct tree *tree)
{
    return is_between(tree, NULL, NULL);
}
